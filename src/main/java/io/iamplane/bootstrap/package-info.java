/** The first contents of an installation: the platform, a tenant, and their administrators. */
@NullMarked
package io.iamplane.bootstrap;

import org.jspecify.annotations.NullMarked;
