# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# configure refuses what cannot work, each with its own sentence.  Open MPI's
# programs are played by wrappers that change a line of what the real ones say.
. "${srcdir:?}/test/build/tap.sh"

work=$PWD/test/build/configure.tmp
trap 'rm -rf "$work"' EXIT
rm -rf "$work"
mkdir -p "$work/bin" "$work/include" "$work/tree" "$work/source"
cd "$work" || exit 1

# configure refuses a source tree that is configured itself, as after a build
# in place: the same tree without the mark of that.
ln -s "$srcdir"/* source
rm -f source/config.status
unset OMPI_MCA_mca_base_component_path

# pretend PROGRAM SED-SCRIPT: writes bin/PROGRAM
pretend()
{
    real=$2
    printf '#!/bin/sh\n"%s" "$@" | sed "%s"\n' "$real" "$3" > "bin/$1"
    chmod +x "bin/$1"
}

version=$("$MPICC" --showme:version | sed 's/.*Open MPI \([^ ]*\).*/\1/')
pretend mpicc-foreign "$MPICC" 's/Open MPI/Another MPI/'
pretend mpicc-bare "$MPICC" "s,.*/include.*,$work/include,"
pretend info-static "$OMPI_INFO" 's/^option:dlopen:yes/option:dlopen:no/'
pretend info-old "$OMPI_INFO" 's/^ompi:version:full:.*/ompi:version:full:3.1.6/'
pretend info-other "$OMPI_INFO" \
    "s/^\\(ompi:version:full\\):.*/\\1:$version.1/"

# refuses SENTENCE ARGUMENTS...
refuses()
{
    sentence=$1
    shift
    if source/configure CC="$CC" "$@" > log 2>&1; then
        echo "configure succeeded with: $*"
        return 1
    fi
    grep -q "error:.*$sentence" log || {
        tail -n 6 log
        return 1
    }
}

check "a mpicc that is not Open MPI's" \
    refuses "is not Open MPI's compiler wrapper" MPICC="$work/bin/mpicc-foreign"
check "no mpicc" \
    refuses "no mpicc in" --with-openmpi-install="$work" MPICC=
check "Open MPI without plugins" \
    refuses "cannot load plugins" MPICC="$MPICC" OMPI_INFO="$work/bin/info-static"
check "a series that is not supported" \
    refuses "3.1.6.*is not supported" MPICC="$MPICC" OMPI_INFO="$work/bin/info-old"
check "headers of another version" \
    refuses "but .* belongs to" MPICC="$MPICC" OMPI_INFO="$work/bin/info-other"
check "no internal headers" \
    refuses "internal headers are missing" MPICC="$work/bin/mpicc-bare" \
    OMPI_INFO="$OMPI_INFO"
check "a source tree that was not configured" \
    refuses "after its configure has run" MPICC="$MPICC" \
    --with-openmpi-source="$work/tree"
check "a relative directory" \
    refuses "needs an absolute directory" --with-openmpi-install=somewhere
echo "int decision;" > other.c
check "a decision that is not there" \
    refuses "no file .*none.c that can be read" MPICC="$MPICC" \
    --with-decision=none.c
check "a decision that tunedx codegen has not made" \
    refuses "other.c is not a decision for this version" MPICC="$MPICC" \
    --with-decision=other.c
check "an unknown place for the plugin" \
    refuses "takes openmpi, user, prefix" MPICC="$MPICC" \
    --with-component-dir=elsewhere
finish
