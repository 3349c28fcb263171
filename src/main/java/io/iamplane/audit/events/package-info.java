/** Audit records as clients read them, each with its proof of inclusion. */
@NullMarked
package io.iamplane.audit.events;

import org.jspecify.annotations.NullMarked;
