/**
 * Conditions on grants and relations: a strictly typed subset of the Common Expression Language,
 * compiled to closures with bounded work. The reference for users is {@code docs/language.md}.
 */
@NullMarked
package io.iamplane.language.condition;

import org.jspecify.annotations.NullMarked;
