/**
 * Transactions and SQL: the way of the stores to PostgreSQL, and the meaning of its failures for
 * callers. It knows no table.
 */
@NullMarked
package io.iamplane.database;

import org.jspecify.annotations.NullMarked;
