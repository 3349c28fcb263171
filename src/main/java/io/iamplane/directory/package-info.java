/** Who there is: organizations (tenants), and below them users, machines, groups and objects. */
@NullMarked
package io.iamplane.directory;

import org.jspecify.annotations.NullMarked;
