#!/bin/sh
# A disk image with the app and a link to the folder it is dragged into.
# Usage: make_dmg.sh Hyperfold.app OUT.dmg
# Signs with the identity in CODESIGN_IDENTITY, else for this machine's own use ("-").
set -eu

app=$1
out=$2
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

codesign --force --deep --sign "${CODESIGN_IDENTITY:--}" "$app"
cp -R "$app" "$stage/"
ln -s /Applications "$stage/Applications"
mkdir -p "$(dirname "$out")"
rm -f "$out"
hdiutil create -volname Hyperfold -srcfolder "$stage" -fs HFS+ -format UDZO "$out"
hdiutil verify "$out"
