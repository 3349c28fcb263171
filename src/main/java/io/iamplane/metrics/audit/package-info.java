/** The size of the audit log, by time and type, and its state. */
@NullMarked
package io.iamplane.metrics.audit;

import org.jspecify.annotations.NullMarked;
