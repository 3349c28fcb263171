/**
 * The first contents of an installation: the platform, a first tenant, and who administers them.
 */
@NullMarked
package io.iamplane.bootstrap;

import org.jspecify.annotations.NullMarked;
