/** Erases people from the log of decisions. */
@NullMarked
package io.iamplane.decision.erasure;

import org.jspecify.annotations.NullMarked;
