/** Scheduled jobs: their ticks, turns of servers, and results. */
@NullMarked
package io.iamplane.job;

import org.jspecify.annotations.NullMarked;
