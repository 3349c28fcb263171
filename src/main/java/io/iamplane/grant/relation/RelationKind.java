package io.iamplane.grant.relation;

/** All relations of one name to objects of one type. */
public record RelationKind(String objectType, String relation) {}
