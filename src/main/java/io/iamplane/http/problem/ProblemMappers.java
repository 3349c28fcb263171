package io.iamplane.http.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.iamplane.database.DatabaseFailure;
import io.iamplane.http.exchange.RequestIdentity;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import io.iamplane.token.DpopProof;
import io.vertx.ext.web.handler.HttpException;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jspecify.annotations.Nullable;

/**
 * Every exception that reaches the edge becomes a problem; none of an unforeseen one's text does.
 */
class ProblemMappers {

  private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

  private final RequestIdentity identity;
  private final RouteMethods routes;

  ProblemMappers(RequestIdentity identity, RouteMethods routes) {
    this.identity = identity;
    this.routes = routes;
  }

  @ServerExceptionMapper
  Response refusal(IamException refusal) {
    if (refusal.code() == ErrorCode.DEPENDENCY_UNAVAILABLE) {
      LOG.warnf("refused a request because a dependency is unavailable: %s", rootOf(refusal));
    }
    return answer(refusal);
  }

  @ServerExceptionMapper
  Response json(JsonProcessingException error) {
    return answer(JsonFaults.refusal(error));
  }

  /** Named apart, because the framework has a mapper of its own for this one, without a body. */
  @ServerExceptionMapper
  Response mismatch(MismatchedInputException error) {
    return json(error);
  }

  @ServerExceptionMapper
  Response violations(ConstraintViolationException error) {
    return answer(ViolationFaults.refusal(error));
  }

  /** The framework's own refusals: no such path, method or media type, an unreadable body. */
  @ServerExceptionMapper
  Response framework(WebApplicationException error) {
    if (error.getCause() instanceof JsonProcessingException cause) {
      return answer(JsonFaults.refusal(cause));
    }
    ErrorCode code = codeOf(error.getResponse().getStatus());
    if (code == ErrorCode.INTERNAL_ERROR) {
      LOG.error("unexpected refusal by the framework", error);
    }
    if (code == ErrorCode.NOT_FOUND && routes.isOfOthers(CurrentRequestManager.get())) {
      code = ErrorCode.METHOD_NOT_ALLOWED;
    }
    return answer(code);
  }

  /** The server's own refusals, such as of a request that cannot be decoded. */
  @ServerExceptionMapper
  Response server(HttpException error) {
    return answer(codeOf(error.getStatusCode()));
  }

  @ServerExceptionMapper
  Response unexpected(Throwable error) {
    IamException refusal = DatabaseFailure.refusal(error, WriteOutcome.NOT_APPLIED);
    if (refusal != null) {
      return refusal(refusal);
    }
    LOG.errorf(error, "unexpected failure, correlation_id %s", identity.correlationId());
    return answer(ErrorCode.INTERNAL_ERROR);
  }

  private Response answer(ErrorCode code) {
    return answer(IamException.of(code, detailOf(code)));
  }

  /** The status, the headers that the kind of refusal asks for, and the body. */
  private Response answer(IamException refusal) {
    Response.ResponseBuilder answer =
        Response.status(refusal.code().status())
            .type(PlainProblem.MEDIA_TYPE)
            .entity(Problem.of(refusal, identity.correlationId()));
    // A client is challenged in the scheme that it uses (RFC 9449, section 7.1).
    ProblemHeaders.of(
            identity.hasProof() ? refusal.with(ProblemHeaders.SCHEME, DpopProof.NAME) : refusal)
        .forEach(answer::header);
    return answer.build();
  }

  private static ErrorCode codeOf(int status) {
    return switch (status) {
      case 400 -> ErrorCode.MALFORMED_REQUEST;
      case 401 -> ErrorCode.UNAUTHORIZED;
      case 403 -> ErrorCode.FORBIDDEN;
      case 404 -> ErrorCode.NOT_FOUND;
      case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
      case 406 -> ErrorCode.NOT_ACCEPTABLE;
      case 413 -> ErrorCode.PAYLOAD_TOO_LARGE;
      case 415 -> ErrorCode.UNSUPPORTED_MEDIA_TYPE;
      default -> ErrorCode.INTERNAL_ERROR;
    };
  }

  private static String detailOf(ErrorCode code) {
    return switch (code) {
      case NOT_FOUND -> IamException.notFound().detail();
      case METHOD_NOT_ALLOWED -> "The resource does not support this method.";
      case NOT_ACCEPTABLE -> "Responses are application/json; errors are application/problem+json.";
      case UNSUPPORTED_MEDIA_TYPE -> "Send the body as application/json.";
      case MALFORMED_REQUEST -> "The request cannot be read.";
      case PAYLOAD_TOO_LARGE -> "The request body is too large.";
      case INTERNAL_ERROR -> PlainProblem.UNEXPECTED;
      default -> code.title() + ".";
    };
  }

  private static @Nullable Throwable rootOf(Throwable error) {
    Throwable root = error.getCause();
    while (root != null && root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
