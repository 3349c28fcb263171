/**
 * What auditors and operators do with the audit log: sign checkpoints, verify, prove, read, export,
 * erase.
 */
@NullMarked
package io.iamplane.auditor;

import org.jspecify.annotations.NullMarked;
