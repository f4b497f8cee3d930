#!/bin/sh
# Runs a command in the root file system of an image, as a container engine would: read-only except for one volume, and
# as the given user. Call it by "unshare --mount --pid --fork", so that the command gets process id 1.
# enter-container.sh ROOT VOLUME USER:GROUP FOLDER COMMAND…
set -eu
root=$1 volume=$2 user=$3 folder=$4
shift 4
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
