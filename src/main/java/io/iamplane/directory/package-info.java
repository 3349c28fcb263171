/** Who there is: organizations (tenants) and their service accounts. */
@NullMarked
package io.iamplane.directory;

import org.jspecify.annotations.NullMarked;
