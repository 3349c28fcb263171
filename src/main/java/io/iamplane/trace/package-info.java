/**
 * Tracing as a small contract of our own, so that the code that is traced knows no tracing library.
 * {@code iam.tracing.driver} chooses what becomes of the spans.
 */
@NullMarked
package io.iamplane.trace;

import org.jspecify.annotations.NullMarked;
