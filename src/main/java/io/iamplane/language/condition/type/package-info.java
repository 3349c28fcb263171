/** The static types of conditions and of declared attributes. */
@NullMarked
package io.iamplane.language.condition.type;

import org.jspecify.annotations.NullMarked;
