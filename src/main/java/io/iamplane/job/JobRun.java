package io.iamplane.job;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run that began, for a tick of the schedule; a command knows of none. */
public record JobRun(
    UUID id, JobName job, JobRunner runner, @Nullable Instant tick, Instant startedAt) {}
