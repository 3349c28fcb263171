/**
 * Support for {@code quarkus:dev}: a real PostgreSQL that starts with the process and ends with it.
 * None of it reaches the production artifact's class path, and none is reachable in an image.
 */
@NullMarked
package io.iamplane.bootstrap.development;

import org.jspecify.annotations.NullMarked;
