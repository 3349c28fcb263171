package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.AllOf;
import io.iamplane.migrate.PeerExpression.AnyOf;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerExpression.Itself;
import io.iamplane.migrate.PeerExpression.Nothing;
import io.iamplane.migrate.PeerExpression.Without;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerSubject;
import io.iamplane.migrate.PeerType;

/** Finds names that a model uses and does not declare. */
final class ModelNames {

  private final PeerModel model;
  private final PeerFaults faults;

  ModelNames(PeerModel model, PeerFaults faults) {
    this.model = model;
    this.faults = faults;
  }

  void check() throws PeerFaultsException {
    for (PeerType type : model.types().values()) {
      for (PeerRelation relation : type.relations().values()) {
        for (PeerSubject subject : relation.subjects()) {
          subject(subject);
        }
        expression(type, relation.expression());
      }
    }
  }

  private void subject(PeerSubject subject) throws PeerFaultsException {
    PeerType type = model.types().get(subject.type());
    if (type == null) {
      faults.add(subject.place(), "there is no type '" + subject.type() + "'");
    } else if (subject.relation() != null && !type.relations().containsKey(subject.relation())) {
      missing(type, subject.relation(), subject.place());
    }
    if (subject.condition() != null && !model.conditions().containsKey(subject.condition())) {
      faults.add(subject.place(), "there is no condition '" + subject.condition() + "'");
    }
  }

  private void expression(PeerType type, PeerExpression expression) throws PeerFaultsException {
    switch (expression) {
      case Computed(String name, FilePlace place) -> {
        if (!type.relations().containsKey(name)) {
          missing(type, name, place);
        }
      }
      case Arrow arrow -> arrow(type, arrow);
      case Direct _, Itself _, Nothing _, AnyOf _, AllOf _, Without _ -> {
        for (PeerExpression part : expression.parts()) {
          expression(type, part);
        }
      }
    }
  }

  private void arrow(PeerType type, Arrow arrow) throws PeerFaultsException {
    PeerRelation through = type.relations().get(arrow.through());
    if (through == null) {
      missing(type, arrow.through(), arrow.place());
      return;
    }
    if (!(through.expression() instanceof Direct)) {
      faults.add(
          arrow.place(),
          "'%s' cannot be traversed, because it is not just a list of subjects"
              .formatted(arrow.through()));
      return;
    }
    boolean declared =
        model.kind() == PeerKind.TOPAZ
            || through.subjects().stream()
                .map(subject -> model.types().get(subject.type()))
                .anyMatch(each -> each == null || each.relations().containsKey(arrow.name()));
    if (!declared) {
      faults.add(
          arrow.place(),
          "no subject type of '%s' has a relation or permission '%s'"
              .formatted(arrow.through(), arrow.name()));
    }
  }

  private void missing(PeerType type, String name, FilePlace place) throws PeerFaultsException {
    faults.add(place, "type '%s' has no relation or permission '%s'".formatted(type.name(), name));
  }
}
