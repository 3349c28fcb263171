package io.iamplane.language.relation;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a kind of relation does to those who have a name of a model.
 *
 * @param source the relation, and whether it gives or takes
 * @param subject what such a relation is of; null for the members of the directory's groups
 * @param direct whether its subject has the name by it, or everyone of that type, or the members of
 *     that group
 * @param ends those who have one of these relations to what lies beyond its subject may have the
 *     name by it: the last relations of chains that begin with it
 */
public record RelationLink(
    RelationSource source,
    @Nullable SubjectType subject,
    boolean direct,
    Set<RelationSource> ends) {}
