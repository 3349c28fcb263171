/** What a subject may do, and what a grant would change, told before anything is written. */
@NullMarked
package io.iamplane.decision.preview;

import org.jspecify.annotations.NullMarked;
