/**
 * The languages that policies are written in: conditions, relation models and permission patterns.
 * Pure: text in, values and closures out; no clock, no database, no state.
 */
@NullMarked
package io.iamplane.language;

import org.jspecify.annotations.NullMarked;
