package io.iamplane.job;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run that began.
 *
 * @param tick the moment of the schedule that it is for; null for a command, which knows of none
 */
public record JobRun(
    UUID id, JobName job, JobRunner runner, @Nullable Instant tick, Instant startedAt) {}
