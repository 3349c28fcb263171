/**
 * The verifier that auditors run, {@code docs/audit/verify_export.py}, against exports written by
 * Java code that it knows nothing of, whole and tampered with.
 */
@NullMarked
package io.iamplane.audit.python;

import org.jspecify.annotations.NullMarked;
