/**
 * Transactions and SQL: how the stores reach PostgreSQL, and what its failures mean to a caller. It
 * knows no table.
 */
@NullMarked
package io.iamplane.database;

import org.jspecify.annotations.NullMarked;
