/** Keys of permissions, and the patterns by which a role names several of them. */
@NullMarked
package io.iamplane.language.pattern;

import org.jspecify.annotations.NullMarked;
