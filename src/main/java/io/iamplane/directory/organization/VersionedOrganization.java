package io.iamplane.directory.organization;

/** An organization and the version of its policy at the same moment. */
public record VersionedOrganization(Organization organization, long policyVersion) {}
