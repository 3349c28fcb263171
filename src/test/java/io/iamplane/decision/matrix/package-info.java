/**
 * The decision matrix, {@code src/test/resources/decision/*.yaml}, as records: a tenant's policy in
 * the terms of the wire, questions in the terms of the wire, and the expected answers. Knows no way
 * to ask; each runner brings its own. The format is described beside the files.
 */
@NullMarked
package io.iamplane.decision.matrix;

import org.jspecify.annotations.NullMarked;
