#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>

#include "../core/square_counts.hpp"
#include "../core/square_game.hpp"
#include "../core/square_random.hpp"
#include "../core/square_sets.hpp"
#include "poll.hpp"

namespace nb = nanobind;
using namespace gridproof;

void bind_squares(nb::module_& m) {
    nb::class_<SquareRules>(m, "SquareRules")
        .def("__init__",
             [](SquareRules* self, int width, int height, bool axis_only, bool first_loses, int min_side) {
                 new (self) SquareRules{width, height, axis_only, first_loses, min_side};
             },
             nb::arg("width"), nb::arg("height"), nb::kw_only(), nb::arg("axis_only") = false,
             nb::arg("first_loses") = false, nb::arg("min_side") = 1);
    m.def("square_masks", [](const SquareRules& rules) { return SquareMasks(rules).all; }, nb::arg("rules"));

    nb::class_<StrategyMove>(m, "StrategyMove")
        .def_prop_ro("first", [](const StrategyMove& s) { return s.position.first; })
        .def_prop_ro("second", [](const StrategyMove& s) { return s.position.second; })
        .def_ro("move", &StrategyMove::move);
    nb::class_<Strategy>(m, "Strategy")
        .def_ro("complete", &Strategy::complete)
        .def_ro("moves", &Strategy::moves);
    nb::class_<SquareGame>(m, "SquareGame")
        .def(nb::init<const SquareRules&, int>(), nb::arg("rules"), nb::kw_only(), nb::arg("log2_entries") = 22)
        .def_prop_ro("nodes", &SquareGame::nodes)
        .def("canonical",
             [](const SquareGame& g, std::uint64_t first, std::uint64_t second) {
                 const Position p = g.canonical({first, second});
                 return std::pair(p.first, p.second);
             },
             nb::arg("first"), nb::arg("second"))
        .def("wins",
             [](SquareGame& g, std::uint64_t first, std::uint64_t second, int attacker, int stones,
                double seconds, std::uint64_t nodes, nb::object progress) {
                 return run_limited(1, seconds, nodes, std::move(progress), [&](const Limits& l, const Poll& p) {
                     return g.wins({first, second}, attacker, stones, l, p);
                 });
             },
             nb::arg("first"), nb::arg("second"), nb::arg("attacker"), nb::arg("stones"), nb::kw_only(),
             nb::arg("seconds") = 0.0, nb::arg("nodes") = 0, nb::arg("progress") = nb::none())
        .def("strategy",
             [](SquareGame& g, int player, bool win, int stones, double seconds, std::uint64_t nodes,
                nb::object progress) {
                 return run_limited(1, seconds, nodes, std::move(progress), [&](const Limits& l, const Poll& p) {
                     return g.strategy(player, win, stones, l, p);
                 });
             },
             nb::arg("player"), nb::arg("win"), nb::arg("stones"), nb::kw_only(), nb::arg("seconds") = 0.0,
             nb::arg("nodes") = 0, nb::arg("progress") = nb::none());

    nb::enum_<Counted>(m, "Counted")
        .value("colourings", Counted::kColourings)
        .value("sets", Counted::kSets)
        .value("positions", Counted::kPositions);
    nb::class_<SquareCounts>(m, "SquareCounts")
        .def_ro("complete", &SquareCounts::complete)
        .def_ro("by_size", &SquareCounts::by_size)
        .def_ro("nodes", &SquareCounts::nodes)
        .def_ro("masks", &SquareCounts::masks);
    m.def("square_counts",
          [](const SquareRules& rules, Counted what, int keep, int workers, double seconds,
             std::uint64_t nodes, nb::object progress) {
              return run_limited(workers, seconds, nodes, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return square_counts(rules, what, keep, l, p);
              });
          },
          nb::arg("rules"), nb::arg("what"), nb::kw_only(), nb::arg("keep") = 0, nb::arg("workers") = 1,
          nb::arg("seconds") = 0.0, nb::arg("nodes") = 0, nb::arg("progress") = nb::none());

    nb::class_<LargestSet>(m, "LargestSet")
        .def_ro("complete", &LargestSet::complete)
        .def_ro("value", &LargestSet::value)
        .def_ro("witness", &LargestSet::witness)
        .def_ro("nodes", &LargestSet::nodes)
        .def_ro("by_rows", &LargestSet::by_rows);
    m.def("largest_square_free",
          [](const SquareRules& rules, int workers, double seconds, std::uint64_t nodes, nb::object progress) {
              return run_limited(workers, seconds, nodes, std::move(progress),
                         [&](const Limits& l, const Poll& p) { return largest_square_free(rules, l, p); });
          },
          nb::arg("rules"), nb::kw_only(), nb::arg("workers") = 1, nb::arg("seconds") = 0.0,
          nb::arg("nodes") = 0, nb::arg("progress") = nb::none());

    nb::class_<SmallestSet>(m, "SmallestSet")
        .def_ro("complete", &SmallestSet::complete)
        .def_ro("value", &SmallestSet::value)
        .def_ro("bound", &SmallestSet::bound)
        .def_ro("witness", &SmallestSet::witness)
        .def_ro("nodes", &SmallestSet::nodes);
    m.def("smallest_saturated_square_free",
          [](const SquareRules& rules, int workers, double seconds, std::uint64_t nodes, nb::object progress) {
              return run_limited(workers, seconds, nodes, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return smallest_saturated_square_free(rules, l, p);
              });
          },
          nb::arg("rules"), nb::kw_only(), nb::arg("workers") = 1, nb::arg("seconds") = 0.0,
          nb::arg("nodes") = 0, nb::arg("progress") = nb::none());

    nb::class_<RandomGames>(m, "RandomGames")
        .def_ro("complete", &RandomGames::complete)
        .def_ro("games", &RandomGames::games)
        .def_ro("first", &RandomGames::first)
        .def_ro("second", &RandomGames::second)
        .def_ro("draws", &RandomGames::draws)
        .def_ro("axis", &RandomGames::axis)
        .def_ro("tilted", &RandomGames::tilted)
        .def_ro("both", &RandomGames::both)
        .def_ro("by_length", &RandomGames::by_length)
        .def_ro("by_cell", &RandomGames::by_cell);
    m.def("random_games",
          [](const SquareRules& rules, std::uint64_t games, std::uint64_t seed, int workers, double seconds,
             nb::object progress) {
              return run_limited(workers, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return random_games(rules, games, seed, l, p);
              });
          },
          nb::arg("rules"), nb::arg("games"), nb::arg("seed"), nb::kw_only(), nb::arg("workers") = 1,
          nb::arg("seconds") = 0.0, nb::arg("progress") = nb::none());
}
