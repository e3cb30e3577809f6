# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034 # used by those who read this
#
# Where tests get more of Debian than is installed: from the mirror that apt
# is configured for, and nothing is written outside of our own cache.

# What was downloaded stays here for the next time.
tunedx_cache=${TUNEDX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tunedx}

# The keys of all Debian releases, also where apt keeps only one's.
debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

debian_codename()
{
    # shellcheck source=/dev/null
    (. /etc/os-release && echo "${VERSION_CODENAME-}")
}

# apt reads its sources, in whatever format they are, and says what it would
# get from where: the mirror is what has the release that this machine runs.
debian_mirror()
{
    apt-get --print-uris update 2> /dev/null |
        sed -n "s|^'\(.*\)/dists/$(debian_codename)/.*|\1|p" | head -n 1
}
