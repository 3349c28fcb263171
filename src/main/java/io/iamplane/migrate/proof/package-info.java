/** Compares test files with the answers of the engine, in memory. */
@NullMarked
package io.iamplane.migrate.proof;

import org.jspecify.annotations.NullMarked;
