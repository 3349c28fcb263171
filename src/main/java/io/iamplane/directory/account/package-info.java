/** Machines that act for an organization, with the credentials that they prove themselves by. */
@NullMarked
package io.iamplane.directory.account;

import org.jspecify.annotations.NullMarked;
