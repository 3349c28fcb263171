/** The contract of conditions: what evaluates one, and what it may read. */
@NullMarked
package io.iamplane.language.condition;

import org.jspecify.annotations.NullMarked;
