/** Effective permissions of a subject, and previews of a grant before it is written. */
@NullMarked
package io.iamplane.governance.preview;

import org.jspecify.annotations.NullMarked;
