/**
 * Verifies chains for commands and clients, and keeps findings open until an operator acknowledges
 * them.
 */
@NullMarked
package io.iamplane.audit.verification;

import org.jspecify.annotations.NullMarked;
