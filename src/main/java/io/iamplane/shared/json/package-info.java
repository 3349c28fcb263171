/**
 * Reads JSON by hand, where no record can say what is allowed: checks, AuthZEN, manifests, key sets
 * and imports. Pure but for the JSON library.
 *
 * <p>Other readers stay what they are, for a reason: bodies that are records are bound by the
 * mapper, and its rules name their errors alike; the syntax of files is read where their bounds and
 * line numbers are known; free JSON inside a manifest and inside a decision becomes different
 * values; the claims of a token are refused without a word why; records of the audit log are read
 * without a tree.
 */
@NullMarked
package io.iamplane.shared.json;

import org.jspecify.annotations.NullMarked;
