/** What a subject may do, and what a grant would change, shown before anything is written. */
@NullMarked
package io.iamplane.preview;

import org.jspecify.annotations.NullMarked;
