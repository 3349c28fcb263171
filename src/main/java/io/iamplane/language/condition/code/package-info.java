/** What compiled conditions are made of: closures, the state of an evaluation, and its errors. */
@NullMarked
package io.iamplane.language.condition.code;

import org.jspecify.annotations.NullMarked;
