/**
 * Reads JSON by hand if no record can declare its rules: checks, AuthZEN, manifests, key sets and
 * imports. Pure but for the JSON library.
 *
 * <p>Other readers stay separate for a reason: bodies that are records are bound by the mapper, and
 * its rules name their errors alike; the syntax of files is read together with their bounds and
 * line numbers; free JSON inside a manifest and inside a decision becomes different values; the
 * claims of a token are refused without an explanation; records of the audit log are read without a
 * tree.
 */
@NullMarked
package io.iamplane.shared.json;

import org.jspecify.annotations.NullMarked;
