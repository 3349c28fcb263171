package io.iamplane.language.relation;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a kind of relation on the holders of a name of a model.
 *
 * @param source the relation, and its sign: it gives or takes
 * @param subject the subject of such a relation; null for the members of the directory's groups
 * @param direct true if its subject has the name by it, or everyone of that type, or the members of
 *     that group
 * @param ends the last relations of chains that begin with it: a subject with one of these to an
 *     object beyond may have the name by it
 */
public record RelationLink(
    RelationSource source,
    @Nullable SubjectType subject,
    boolean direct,
    Set<RelationSource> ends) {}
