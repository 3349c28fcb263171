/** Finds out whether a chain is as it was written, and where not. */
@NullMarked
package io.iamplane.audit.verify;

import org.jspecify.annotations.NullMarked;
