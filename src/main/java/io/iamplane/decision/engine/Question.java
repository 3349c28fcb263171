package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.Aal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request resolved in a snapshot: its names and its question. */
final class Question {

  private @Nullable CatalogPermission permission;
  private List<CatalogPermission> bound = List.of();
  private @Nullable String application;
  private @Nullable CompiledModel model;
  private int relation;
  private @Nullable String actionName;
  private @Nullable Node subject;
  private @Nullable PolicySnapshot policy;

  /** True if the subject is everyone of a type, or a userset. */
  private boolean many;

  private int userset;

  /** The id of a resource that was not looked up yet; most decisions never need to. */
  private @Nullable String resourceId;

  private @Nullable Node resource;
  private int resourceType;

  /** Looks everything up; null, or why the request is denied without further thought. */
  public @Nullable ReasonCode ask(PolicySnapshot snapshot, DecisionRequest request) {
    ReasonCode refused = askOfAnyone(snapshot, request);
    return refused != null ? refused : askSubject(snapshot, request.subject());
  }

  /** Looks up all but the subject. Null, or why everyone is denied. */
  @Nullable ReasonCode askOfAnyone(PolicySnapshot snapshot, DecisionRequest request) {
    end();
    Party asked = request.resource();
    if (asked != null) {
      resourceType = snapshot.symbols().number(asked.type());
      resourceId = resourceType == Symbols.NONE ? null : asked.id();
    }
    policy = snapshot;
    return switch (request.asked()) {
      case Asked.Permission key -> askPermission(snapshot, key, asked);
      case Asked.Relation name -> askRelation(snapshot, name.name(), name.application(), asked);
      case Asked.Action name -> askAction(snapshot, name, asked);
    };
  }

  public void end() {
    permission = null;
    bound = List.of();
    application = null;
    model = null;
    relation = Symbols.NONE;
    actionName = null;
    subject = null;
    many = false;
    userset = Symbols.NONE;
    resource = null;
    resourceId = null;
    policy = null;
    resourceType = Symbols.NONE;
  }

  private @Nullable ReasonCode askPermission(
      PolicySnapshot snapshot, Asked.Permission asked, @Nullable Party about) {
    Catalog catalog = snapshot.catalog();
    String named = asked.application();
    if (named != null && !catalog.hasApplication(named)) {
      return ReasonCode.APPLICATION_UNKNOWN;
    }
    CatalogPermission found = catalog.permission(asked.fullKey());
    if (found == null || (named != null && !named.equals(found.fact().application()))) {
      return ReasonCode.PERMISSION_UNKNOWN;
    }
    return askPermission(found, asked.held(), about);
  }

  private @Nullable ReasonCode askPermission(
      CatalogPermission found, boolean held, @Nullable Party about) {
    if (!found.isApplicationActive()) {
      return ReasonCode.APPLICATION_UNKNOWN;
    }
    permission = found;
    application = found.fact().application();
    model = found.model();
    if (found.resourceType() != Symbols.NONE && found.resourceType() == resourceType) {
      relation = found.relation();
    }
    String action = found.fact().action();
    actionName = action == null ? found.fact().key() : action;
    return held ? null : askResource(found.fact().resourceType(), about);
  }

  /**
   * Another type than the permission's, or no resource at all, would meet no denial that is
   * restricted to resources of its type.
   */
  private static @Nullable ReasonCode askResource(@Nullable String type, @Nullable Party about) {
    if (type == null) {
      return null;
    }
    if (about == null) {
      return ReasonCode.RESOURCE_REQUIRED;
    }
    return type.equals(about.type()) ? null : ReasonCode.RESOURCE_TYPE_MISMATCH;
  }

  private @Nullable ReasonCode askRelation(
      PolicySnapshot snapshot, String name, @Nullable String named, @Nullable Party about) {
    Catalog catalog = snapshot.catalog();
    if (named != null && !catalog.hasApplication(named)) {
      return ReasonCode.APPLICATION_UNKNOWN;
    }
    if (about == null) {
      return ReasonCode.PERMISSION_UNKNOWN;
    }
    String found = named;
    if (found == null) {
      found = catalog.applicationDeclaring(about.type(), name);
    }
    if (found == null || !catalog.modelDeclares(found, about.type(), name)) {
      return ReasonCode.PERMISSION_UNKNOWN;
    }
    application = found;
    model = catalog.model(found);
    relation = snapshot.symbols().number(name);
    bound = catalog.boundTo(found, about.type(), name);
    actionName = name;
    return null;
  }

  private @Nullable ReasonCode askAction(
      PolicySnapshot snapshot, Asked.Action asked, @Nullable Party about) {
    Catalog catalog = snapshot.catalog();
    String named = asked.application();
    if (named == null || !catalog.hasApplication(named)) {
      return ReasonCode.APPLICATION_UNKNOWN;
    }
    CatalogPermission found =
        about == null ? null : catalog.byAction(named, asked.name(), about.type());
    return found == null
        ? askRelation(snapshot, asked.name(), named, about)
        : askPermission(found, false, about);
  }

  private @Nullable ReasonCode askSubject(PolicySnapshot snapshot, Party asked) {
    int type = snapshot.symbols().number(asked.type());
    Node named = type == Symbols.NONE ? null : snapshot.named(type, asked.id());
    if (named == null || named.ref().wildcard() || !isKnown(snapshot, snapshot.resolve(named))) {
      return askSet(snapshot, type, named, asked.id());
    }
    subject = snapshot.resolve(named);
    return inactive(subject);
  }

  private static boolean isKnown(PolicySnapshot snapshot, Node node) {
    return node.entry() != null || (!snapshot.isDirectoryType(node.ref().type()) && node.known());
  }

  private static @Nullable ReasonCode inactive(Node node) {
    Entry entry = node.entry();
    return entry != null && !entry.active() ? ReasonCode.SUBJECT_INACTIVE : null;
  }

  /**
   * Resolves a subject that is a set, only if the name is unknown, since an entry's name may look
   * like a userset. Questions with possible denials are refused for sets, because a denial may
   * concern a single member.
   */
  private @Nullable ReasonCode askSet(
      PolicySnapshot snapshot, int type, @Nullable Node named, String id) {
    boolean all = id.equals(Ref.EVERYONE);
    int hash = id.lastIndexOf('#');
    if (!all && (hash <= 0 || !RelationModel.isName(id.substring(hash + 1)))) {
      return ReasonCode.SUBJECT_UNKNOWN;
    }
    if (permission != null || !bound.isEmpty()) {
      return ReasonCode.SUBJECT_IS_A_SET;
    }
    if (type == Symbols.NONE) {
      return ReasonCode.SUBJECT_UNKNOWN;
    }
    many = true;
    return all
        ? askEveryone(named)
        : askUserset(snapshot, type, id.substring(0, hash), id.substring(hash + 1));
  }

  private @Nullable ReasonCode askEveryone(@Nullable Node named) {
    subject = named;
    return named == null || !named.known() ? ReasonCode.SUBJECT_UNKNOWN : null;
  }

  private @Nullable ReasonCode askUserset(
      PolicySnapshot snapshot, int type, String id, String name) {
    Node named = snapshot.named(type, id);
    if (named == null || !isKnown(snapshot, snapshot.resolve(named))) {
      return ReasonCode.SUBJECT_UNKNOWN;
    }
    Node of = snapshot.resolve(named);
    userset = snapshot.symbols().number(name);
    boolean declared =
        !of.ref().wildcard()
            && (snapshot.isMembership(type, userset)
                || (model != null && model.name(type, userset) != null));
    subject = of;
    return declared ? inactive(of) : ReasonCode.SUBJECT_IS_A_SET;
  }

  /** The permission asked about; null when a name of the model was asked. */
  public @Nullable CatalogPermission permission() {
    return permission;
  }

  /** The permissions that are bound to the name of the model; their denials concern it too. */
  public List<CatalogPermission> bound() {
    return bound;
  }

  /** Returns the assurance that the question requires; null when it is unknown. */
  public @Nullable Aal requiredAal() {
    if (permission != null) {
      return permission.fact().requiredAal();
    }
    if (application == null) {
      return null;
    }
    Aal highest = Aal.AAL1;
    for (int i = 0; i < bound.size(); i++) {
      Aal each = bound.get(i).fact().requiredAal();
      highest = each.compareTo(highest) > 0 ? each : highest;
    }
    return highest;
  }

  @Nullable String application() {
    return application;
  }

  public @Nullable CompiledModel model() {
    return model;
  }

  /** The symbol of the model's name to evaluate on the resource; NONE if absent. */
  public int relation() {
    return relation;
  }

  @Nullable String actionName() {
    return actionName;
  }

  public @Nullable Node subject() {
    return subject;
  }

  /**
   * Returns true if the question is about all of a set at once: everyone of the subject's type, or
   * all with {@link #userset} on the subject.
   */
  boolean isAboutMany() {
    return many;
  }

  /** The symbol of the userset's relation; NONE when the subject is not a userset. */
  int userset() {
    return userset;
  }

  public Node knownSubject() {
    return Objects.requireNonNull(subject);
  }

  /** The resource; null when the request has none, or nothing in the snapshot mentions it. */
  public @Nullable Node resource() {
    if (resourceId != null && policy != null) {
      Node named = policy.named(resourceType, resourceId);
      resource = named == null ? null : policy.resolve(named);
      resourceId = null;
    }
    return resource;
  }

  /** The symbol of the resource's type; NONE if absent, or if nothing mentions it. */
  public int resourceType() {
    return resourceType;
  }
}
