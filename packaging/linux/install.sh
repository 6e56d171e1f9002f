#!/bin/sh
# Installs Hyperfold @VERSION@ for one person, below the home folder and without root.
# The .run file unpacks itself into a temporary folder and starts this there.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
home=${HOME:?the home folder is not known: HOME is not set}
data=${XDG_DATA_HOME:-$home/.local/share}
root=$home/.local/lib/hyperfold
command=$home/.local/bin/hyperfold

say() { printf '%s\n' "$*"; }
stop() { printf 'hyperfold: %s\n' "$*" >&2; exit 1; }

# --- what the machine must have --------------------------------------------------

check_machine() {
    [ "$(uname -s)" = Linux ] || stop "this installer is for Linux; this system is $(uname -s)"
    [ "$(uname -m)" = @MACHINE@ ] ||
        stop "this installer is for @MACHINE@ processors; this machine is $(uname -m)"
    case $home in
        *[\"\`\$\\%]*) stop "menu entries cannot contain the characters in $home" ;;
    esac
}

check_libc() {
    found=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/^glibc //') || found=
    [ -n "$found" ] || stop "Hyperfold needs the GNU C library @LIBC@ or newer; this \
system has another C library (as on Alpine)"
    oldest=$(printf '%s\n%s\n' "$found" "@LIBC@" | sort -V | head -n 1)
    [ "$oldest" = "@LIBC@" ] ||
        stop "Hyperfold needs the GNU C library (glibc) @LIBC@ or newer; this system has $found"
}

# Package of a library for apt, dnf, zypper and pacman, in this order.
packages() {
    case $1 in
@PACKAGES@
        *) echo "" ;;
    esac
}

# Libraries that the loader does not find for the window.
missing_libraries() {
    inside=$here/hyperfold/_internal
    for file in PySide6/Qt/plugins/platforms/libqxcb.so PySide6/QtWidgets.abi3.so; do
        LD_LIBRARY_PATH=$inside ldd "$inside/$file" 2>/dev/null || true
    done | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u
}

check_libraries() {
    missing=$(missing_libraries)
    [ -n "$missing" ] || return 0
    say "hyperfold: these system libraries are missing:" $missing >&2
    if command -v apt-get >/dev/null; then column=1 install="apt install"
    elif command -v dnf >/dev/null; then column=2 install="dnf install"
    elif command -v zypper >/dev/null; then column=3 install="zypper install"
    elif command -v pacman >/dev/null; then column=4 install="pacman -S"
    else stop "install the packages that provide them, then run this again"
    fi
    names=$(for library in $missing; do
        packages "$library" | cut -d ' ' -f $column
    done | sort -u | tr '\n' ' ' | sed 's/ *$//')
    stop "run: sudo $install $names
then run this again. Nothing has been installed."
}

# --- installing ------------------------------------------------------------------

place_program() {
    mkdir -p "${root%/*}" "${command%/*}"
    rm -rf "$root.new" "$root.old"
    mv "$here/hyperfold" "$root.new"
    cp "$here/uninstall.sh" "$root.new/uninstall.sh"
    chmod 755 "$root.new/uninstall.sh"
    # The older version stays until the new one is complete.
    if [ -e "$root" ]; then mv "$root" "$root.old"; fi
    mv "$root.new" "$root"
    rm -rf "$root.old"
}

place_command() {
    if [ -e "$command" ] && [ ! -L "$command" ]; then
        say "$command belongs to another program and is kept; start $root/hyperfold instead"
        return
    fi
    ln -sf "$root/hyperfold" "$command"
}

place_menu() {
    mkdir -p "$data/applications" "$data/mime/packages" "$data/icons"
    sed -e "s|^Exec=hyperfold|Exec=\"$root/hyperfold\"|" \
        -e "s|^TryExec=hyperfold|TryExec=$root/hyperfold|" \
        "$here/share/applications/hyperfold.desktop" \
        >"$data/applications/hyperfold.desktop"
    cp "$here/share/mime/packages/hyperfold.xml" "$data/mime/packages/hyperfold.xml"
    cp -R "$here/share/icons/hicolor" "$data/icons/"
    sh "$root/uninstall.sh" --refresh
}

check_machine
check_libc
check_libraries
place_program
place_command
place_menu
say "Hyperfold @VERSION@ is installed in $root and in the menu."
case :${PATH:-}: in
    *":${command%/*}:"*) say "In a terminal, run: hyperfold" ;;
    *) say "In a terminal, run: $command" ;;
esac
say "To remove it: $root/uninstall.sh"
