// Package method defines what a training method is: its name, its parameters, the releases it plans and the fit that
// makes them. A method is one value of type Method; flags, sliders, help texts and documentation derive from it. A refused
// parameter is a ParameterError, which each of them words in its own way.
//
// The package must never hold a method or a training loop, nor import the engine above it. It follows no paper.
package method
