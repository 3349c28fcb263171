/** Scheduled jobs: when they are due, which server runs them, and what came of it. */
@NullMarked
package io.iamplane.job;

import org.jspecify.annotations.NullMarked;
