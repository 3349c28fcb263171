/** The decision point: answers allow or deny from memory. */
@NullMarked
package io.iamplane.decision;

import org.jspecify.annotations.NullMarked;
