/** Organizations (tenants), and below them users, service accounts, groups and objects. */
@NullMarked
package io.iamplane.directory;

import org.jspecify.annotations.NullMarked;
