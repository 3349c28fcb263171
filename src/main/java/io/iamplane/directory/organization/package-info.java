/** Organizations (tenants): how they are made, and how one gets an administrator. */
@NullMarked
package io.iamplane.directory.organization;

import org.jspecify.annotations.NullMarked;
