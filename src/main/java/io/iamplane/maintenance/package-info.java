/** What keeps the database in order: the migration of its schema, at start or by command. */
@NullMarked
package io.iamplane.maintenance;

import org.jspecify.annotations.NullMarked;
