/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How long collectives take, with tunedx, without, and with anything else that
 * one might use: `mpirun -n RANKS times --help`; doc/benchmarks.md says why it
 * measures as it does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/times.h"

static const char help[] =
    "usage: mpirun -n RANKS times [OPTION]... CELL...\n"
    "\n"
    "Times collectives, each call from the first rank's entry to the last\n"
    "one's exit, for several sides by turns, and compares with what the links\n"
    "between hosts allow.  CELL is COLLECTIVE:BYTES[,BYTES]...[:OPERATION];\n"
    "bytes may have k or M.\n"
    "\n"
    "  COLLECTIVE  allgather, allgatherv, allreduce, alltoall, alltoallv,\n"
    "              bcast, exscan, gather, reduce, reduce_scatter,\n"
    "              reduce_scatter_block, scan, scatter; or barrier, alone;\n"
    "              or transfer, from rank 0 to another host; or exchange,\n"
    "              between ranks 0 and 1, 2 and 3 ..., all at once,\n"
    "              BYTES/PIECE: in pieces\n"
    "  BYTES       the vector of bcast and of reductions, else one block;\n"
    "              made a multiple of what is reduced\n"
    "  OPERATION   sum (of doubles, the default), maxloc (MPI_DOUBLE_INT),\n"
    "              user (a struct's own), user_ordered (does not commute)\n"
    "\n"
    "  --sides=LIST     (default: tunedx,default)\n"
    "      tunedx, tunedx:METHOD     its own choice, or this method\n"
    "      default                   Open MPI without tunedx\n"
    "      tuned:ALGORITHM[/SEGMENT] coll/tuned told so; tuned:* is each of\n"
    "                                its algorithms, and segments of 2k, 8k,\n"
    "                                32k and 128k\n"
    "      han, adapt, sm, basic     that component first\n"
    "      mpich                     the only side of a build with MPICH\n"
    "  --calls=N        timed, of each side of a cell (default: 30)\n"
    "  --warm=N         before, not timed (default: 3)\n"
    "  --leave-out=F    does not time methods, algorithms of coll/tuned and\n"
    "                   components that took more than F times as long as the\n"
    "                   cell's fastest side in the calls before\n"
    "  --seed=N         of the order, another one in each round (default: 1)\n"
    "  --start=window   all ranks begin at a point of time, which needs one\n"
    "                   clock (default on one machine), or\n"
    "  --start=barrier  after a barrier\n"
    "  --roots=0        or all: a cell for each; or rotating: another one in\n"
    "                   each call\n"
    "  --output=FILE    appends all times to FILE, as JSON lines\n"
    "  --network=TEXT, --grid=TEXT\n"
    "                   goes into FILE\n"
    "  --spoil          changes a byte of the results: does it notice?\n"
    "  --help\n"
    "\n"
    "Exit status: 0; 1 if a result was wrong, a side is served by something\n"
    "else, or FILE cannot be written; 2 if an argument is refused.\n";

/* What coll/tuned, coll/han and so on have to be told before MPI_Init; what is
 * set already stays. */
static void prepare_environment(int count, char **arguments)
{
    static const struct {
        const char *side, *name, *value;
    } settings[] = {
        {"tuned:", "OMPI_MCA_coll_tuned_use_dynamic_rules", "1"},
        {"tunedx:", "OMPI_MCA_coll_tunedx_strict", "1"},
        /* there, but behind all others */
        {"han", "OMPI_MCA_coll_han_priority", "1"},
        {"adapt", "OMPI_MCA_coll_adapt_priority", "1"},
        {"sm", "OMPI_MCA_coll_sm_priority", "1"},
    };

    for (int i = 1; i < count; i++) {
        for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
            if (strncmp(arguments[i], "--sides=", 8) == 0 &&
                strstr(arguments[i], settings[k].side) != NULL) {
                setenv(settings[k].name, settings[k].value, 0);
            }
        }
    }
}

/* ---- where the ranks are ---- */

/* Whether all ranks are on one machine, in one boot of it. */
static bool share_clock(void)
{
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    unsigned char text[40] = "";
    unsigned long hash = 0;

    if (file != NULL) {
        if (fgets((char *)text, sizeof text, file) == NULL) {
            text[0] = '\0';
        }
        fclose(file);
    }
    for (size_t i = 0; text[i] != '\0'; i++) {
        hash = (hash * 31 + text[i]) % 1000000007;
    }
    long ends[] = {(long)hash, -(long)hash};

    MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    return hash != 0 && ends[0] == -ends[1];
}

/* "block" when ranks of a host are neighbours, "cyclic" when they are dealt
 * like cards, else "mixed".  `host` is that of this rank, by its first rank. */
static const char *find_order(const times_job_t *job, int host)
{
    int *hosts = malloc((size_t)job->size * sizeof *hosts);
    bool block = true, cyclic = true;

    if (hosts == NULL) {
        return "";
    }
    MPI_Allgather(&host, 1, MPI_INT, hosts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int rank = 1; rank < job->size; rank++) {
        block =
            block && (hosts[rank] == hosts[rank - 1] || hosts[rank] == rank);
        cyclic =
            cyclic && hosts[rank] ==
                          (rank < job->hosts ? rank : hosts[rank - job->hosts]);
    }
    free(hosts);
    return block ? "block" : cyclic ? "cyclic" : "mixed";
}

static void find_places(times_job_t *job)
{
    MPI_Comm node;
    int here, host = job->rank;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &node);
    MPI_Comm_rank(node, &here);
    MPI_Comm_size(node, &job->ppn);
    MPI_Bcast(&host, 1, MPI_INT, 0, node);
    MPI_Comm_free(&node);
    const int is_first = here == 0;
    int candidate = is_first && job->rank > 0 ? job->rank : job->size;

    MPI_Allreduce(&is_first, &job->hosts, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&candidate, &job->other, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &job->ppn, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    job->other = job->other == job->size ? 1 : job->other;
    job->order = find_order(job, host);
    job->has_one_clock = share_clock();
}

/* ---- the program ---- */

static void note_time(times_job_t *job)
{
    struct timespec now;
    struct tm parts;
    char seconds[24];

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(job->launch, sizeof job->launch, "%.20s.%06dZ", seconds,
             (int)(now.tv_nsec / 1000 % 1000000));
    getloadavg(&job->load, 1);
}

/* Arguments that only a job can judge; the same on all ranks. */
static bool fits(times_job_t *job, char complaint[TIMES_COMPLAINT])
{
    if (job->size < 2) {
        snprintf(complaint, TIMES_COMPLAINT, "takes two ranks or more");
        return false;
    }
    find_places(job);
    if (!job->has_one_clock && !job->options.barrier) {
        snprintf(complaint, TIMES_COMPLAINT,
                 "--start=window: the ranks are on several machines and share "
                 "no clock; expected --start=barrier");
        return false;
    }
    return times_cells_parse(job, complaint) &&
           times_sides_parse(job, complaint);
}

static bool is_all_right(const times_job_t *job)
{
    for (int i = 0; i < job->count; i++) {
        for (int k = 0; k < job->cells[i].count; k++) {
            if (!job->cells[i].series[k].is_right) {
                return false;
            }
        }
    }
    return true;
}

/* The exit status, on rank 0. */
static int run(times_job_t *job, char complaint[TIMES_COMPLAINT])
{
    int status = 1;

    if (times_open(job, complaint) && times_open_output(job, complaint) &&
        times_check_served(job, complaint)) {
        times_measure(job);
        times_collect(job);
        status = 0;
        if (job->rank == 0) {
            times_print(job);
            status = times_write(job, complaint) && is_all_right(job) ? 0 : 1;
        }
    }
    times_close(job);
    return status;
}

static int complain(const times_job_t *job, const char *complaint, int status)
{
    if (job->rank == 0 && complaint[0] != '\0') {
        fprintf(stderr, "times: %s\n", complaint);
    }
    return job->rank == 0 ? status : 0;
}

int main(int argc, char **argv)
{
    static times_job_t job;
    char complaint[TIMES_COMPLAINT] = "";
    int status = 0, level;

    prepare_environment(argc, argv);
    note_time(&job);
    MPI_Init(&argc, &argv);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &job.size);
    const times_parsed_t parsed =
        times_options_parse(argc, argv, &job.options, complaint);

    if (parsed == TIMES_HELP) {
        fputs(job.rank == 0 ? help : "", stdout);
    } else if (parsed == TIMES_REFUSED || !fits(&job, complaint)) {
        strncat(complaint, " (--help says more)",
                sizeof complaint - strlen(complaint) - 1);
        status = complain(&job, complaint, 2);
    } else {
        status = run(&job, complaint);
        status = complain(&job, complaint, status);
    }
    MPI_T_finalize();
    MPI_Finalize();
    return status;
}
