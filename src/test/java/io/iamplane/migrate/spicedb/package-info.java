@NullMarked
package io.iamplane.migrate.spicedb;

import org.jspecify.annotations.NullMarked;
