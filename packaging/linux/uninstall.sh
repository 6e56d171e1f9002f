#!/bin/sh
# Removes what the .run file of Hyperfold installed; settings and kept runs stay.
set -eu

home=${HOME:?the home folder is not known: HOME is not set}
data=${XDG_DATA_HOME:-$home/.local/share}
config=${XDG_CONFIG_HOME:-$home/.config}/hyperfold
state=${XDG_STATE_HOME:-$home/.local/state}/hyperfold
root=$home/.local/lib/hyperfold
command=$home/.local/bin/hyperfold

# Desktops keep lists of what is installed; without these programs they find it later.
refresh() {
    if command -v update-mime-database >/dev/null; then
        update-mime-database "$data/mime" >/dev/null 2>&1 || true
    fi
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "$data/applications" >/dev/null 2>&1 || true
    fi
    if command -v gtk-update-icon-cache >/dev/null; then
        gtk-update-icon-cache -q -t -f "$data/icons/hicolor" >/dev/null 2>&1 || true
    fi
}

if [ "${1:-}" = --refresh ]; then
    refresh
    exit 0
fi
if [ ! -e "$root" ]; then
    echo "hyperfold: not installed in $root" >&2
    exit 1
fi
rm -f "$data/applications/hyperfold.desktop" "$data/mime/packages/hyperfold.xml"
rm -f "$data"/icons/hicolor/*/apps/hyperfold.png
rm -f "$data/icons/hicolor/scalable/apps/hyperfold.svg"
if [ "$(readlink "$command" 2>/dev/null)" = "$root/hyperfold" ]; then
    rm -f "$command"
fi
refresh
# Lists of types that were made for ours alone.
if ! ls "$data"/mime/packages/*.xml >/dev/null 2>&1; then
    for list in XMLnamespaces aliases generic-icons globs globs2 icons magic \
        mime.cache subclasses treemagic types version; do
        rm -f "$data/mime/$list"
    done
    rm -rf "$data/mime/application/x-hyperfold.xml"
    rmdir "$data/mime/application" 2>/dev/null || true
fi
# What can be made again goes; settings and kept runs are the person's own and stay.
rm -rf "${XDG_CACHE_HOME:-$home/.cache}/hyperfold" "$state/log"
rm -f "$state"/autosave/*.lock
# The shell has read all of this file that it needs.
rm -rf "$root"
# Folders that are empty now, and only those.
for folder in "$data"/icons/hicolor/*/apps "$data"/icons/hicolor/* \
    "$data/icons/hicolor" "$data/icons" "$data/mime/packages" "$data/mime" \
    "$data/applications" "${root%/*}" "${command%/*}" "$state/autosave" "$state"; do
    rmdir "$folder" 2>/dev/null || true
done
echo "Hyperfold has been removed."
if [ -e "$config" ]; then echo "Your settings are still in $config."; fi
if [ -e "$state" ]; then echo "Autosaved runs are still in $state/autosave."; fi
