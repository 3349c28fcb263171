package io.iamplane.language.condition;

import io.iamplane.language.condition.TextMethods.TextTest;
import io.iamplane.language.condition.TimeMethods.TimePart;
import io.iamplane.shared.net.Cidr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the method of a name. */
final class Methods {

  private static final String NETWORK = "inCidr";

  /** Reading addresses and networks costs about as much as that many nodes. */
  private static final int READING_COST = 5;

  private Methods() {}

  public static Code call(Compiler compiler, Expr.Method e) throws ConditionSyntaxException {
    if (e.name().equals("size")) {
      compiler.count(e, "size", e.arguments(), 0, 0);
      return Functions.size(compiler, e, e.target());
    }
    TextTest text = TextTest.named(e.name());
    if (text != null) {
      return TextMethods.compile(compiler, e, text);
    }
    TimePart part = TimePart.named(e.name());
    if (part != null) {
      return TimeMethods.compile(compiler, e, part);
    }
    if (e.name().equals(NETWORK)) {
      return network(compiler, e);
    }
    throw compiler.fault(
        e,
        "unknown method '%s'; the methods are %s"
            .formatted(
                e.name(),
                String.join(
                    ", ",
                    List.of(TextTest.names(), NETWORK + ", exists, all, size", TimePart.names()))));
  }

  /** {@code context.ip.inCidr("10.0.0.0/8")}, an addition to CEL. */
  private static Code network(Compiler compiler, Expr.Method e) throws ConditionSyntaxException {
    compiler.count(e, e.name(), e.arguments(), 1, 1);
    Expr argument = e.arguments().getFirst();
    Code address = compiler.typed(e.target(), "the address", Scalar.STRING);
    Code network = compiler.typed(argument, "the network", Scalar.STRING);
    Failure noAddress = compiler.failure(e, "the value is neither an IPv4 nor an IPv6 address");
    Failure noNetwork =
        compiler.failure(argument, "the value is not a network, such as 10.0.0.0/8");
    Cidr constant = constant(compiler, argument, network);
    return Code.of(
        Scalar.BOOL,
        frame -> {
          Object a = Term.value(address.term(), frame);
          Object n = constant == null ? Term.value(network.term(), frame) : constant;
          if (a instanceof Failure || n instanceof Failure) {
            return a instanceof Failure ? a : n;
          }
          boolean affordable = frame.spend(READING_COST);
          Cidr cidr =
              n instanceof Cidr known
                  ? known
                  : n instanceof String text && affordable ? Cidr.parse(text) : null;
          if (cidr == null) {
            return noNetwork;
          }
          Boolean inside = a instanceof String text ? cidr.contains(text) : null;
          return inside == null ? noAddress : inside;
        });
  }

  private static @Nullable Cidr constant(Compiler compiler, Expr argument, Code network)
      throws ConditionSyntaxException {
    if (!(network.constant() instanceof String text)) {
      return null;
    }
    Cidr cidr = Cidr.parse(text);
    if (cidr == null) {
      throw compiler.fault(argument, Cidr.fault(text));
    }
    return cidr;
  }
}
