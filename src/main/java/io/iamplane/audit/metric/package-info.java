/** How many records the audit log has, by time and type, and how it stands. */
@NullMarked
package io.iamplane.audit.metric;

import org.jspecify.annotations.NullMarked;
