/** Streams a chain to a file that a verifier of another make can read. */
@NullMarked
package io.iamplane.audit.export;

import org.jspecify.annotations.NullMarked;
